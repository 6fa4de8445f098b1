"""Tarokhombre, 1863."""
