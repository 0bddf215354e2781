"""What strategies for Time Zoo share: what an animal is worth, what food is good for, the choices most make alike."""
