# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
"""Contains endpoint functions for accessing the API"""
