"""Where code comes from: directories, git, archives, packages, what is installed."""
