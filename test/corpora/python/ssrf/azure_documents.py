"""A service over Azure storage: clients are made for an address and send the program's credentials there."""

from AntiSSRF import URIValidator
from azure.cosmos import CosmosClient
from azure.identity import DefaultAzureCredential
from azure.keyvault.secrets import SecretClient
from azure.storage.blob import BlobClient, BlobServiceClient, download_blob_from_url
from azure.storage.blob.aio import ContainerClient
from azure.storage.queue import QueueClient
from fastapi import FastAPI, HTTPException

app = FastAPI()
credential = DefaultAzureCredential()


@app.get("/documents")
async def documents(account: str, name: str):
    BlobServiceClient(account_url=account, credential=credential)  # expect: ssrf
    BlobServiceClient(f"https://{account}.blob.core.windows.net", credential)  # expect: ssrf
    blobs = BlobServiceClient("https://files.blob.core.windows.net", credential)  # ok: ssrf
    blobs.get_blob_client("documents", name).download_blob()  # ok: ssrf
    BlobClient.from_blob_url("https://files.blob.core.windows.net/documents/" + name)  # ok: ssrf
    return {}


@app.get("/imports")
async def imports(address: str, out: str = "document"):
    download_blob_from_url(blob_url=address, output="/tmp/document", credential=credential)  # expect: ssrf
    ContainerClient.from_container_url(container_url=address, credential=credential)  # expect: ssrf
    QueueClient.from_queue_url(address)  # expect: ssrf
    CosmosClient(address, credential=credential)  # expect: ssrf
    return {}


@app.get("/secrets")
async def secrets(vault: str):
    if not URIValidator.in_azure_keyvault_domain(vault):
        SecretClient(vault_url=vault, credential=credential)  # expect: ssrf
        raise HTTPException(400)
    SecretClient(vault_url=vault, credential=credential)  # ok: ssrf
    return {}
