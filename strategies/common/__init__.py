"""What strategies of more than one game share."""
