"""From a run directory to findings: statistics, tables, figures, report. It reads saved results and nothing else."""
