resource "aws_s3_bucket" "open" {
  bucket = "open"
  acl    = "public-read" # expect: public-storage/bucket-acl
}

resource "aws_s3_bucket_acl" "closed" {
  bucket = "closed"
  acl    = "private" # ok: public-storage/bucket-acl
}

resource "aws_s3_bucket_public_access_block" "half" {
  bucket                  = aws_s3_bucket.open.id
  block_public_acls       = false # expect: public-storage/block-public-acls
  block_public_policy     = var.block # expect: public-storage/block-public-policy
  ignore_public_acls      = false # expect: public-storage/ignore-public-acls
  restrict_public_buckets = false # expect: public-storage/restrict-public-buckets
}

variable "block" {
  type    = bool
  default = false
}

resource "aws_s3_bucket_public_access_block" "whole" {
  bucket                  = aws_s3_bucket.open.id
  block_public_acls       = true # ok: public-storage/block-public-acls
  block_public_policy     = true # ok: public-storage/block-public-policy
  ignore_public_acls      = true # ok: public-storage/ignore-public-acls
  restrict_public_buckets = var.unknown # ok: public-storage/restrict-public-buckets
}

resource "aws_s3_bucket_policy" "everybody" {
  bucket = aws_s3_bucket.open.id
  # expect: public-storage/resource-policy
  policy = <<POLICY
{
  "Version": "2012-10-17",
  "Statement": [
    { "Effect": "Allow", "Principal": "*", "Action": "s3:GetObject", "Resource": "${aws_s3_bucket.open.arn}/*" }
  ]
}
POLICY
}

resource "aws_s3_bucket_policy" "encoded" {
  bucket = aws_s3_bucket.open.id
  policy = jsonencode({
    Statement = [
      {
        Effect    = "Allow" # expect: public-storage/resource-policy
        Principal = { AWS = "*" }
        Action    = ["s3:GetObject"]
        Resource  = "*"
      },
      {
        Effect    = "Allow" # ok: public-storage/resource-policy
        Principal = { AWS = "arn:aws:iam::123456789012:root" }
        Action    = ["s3:*"]
        Resource  = "*"
      },
      {
        Effect    = "Deny" # ok: public-storage/resource-policy
        Principal = "*"
        Action    = "s3:*"
        Resource  = "*"
      },
      {
        Effect    = "Allow" # ok: public-storage/resource-policy
        Principal = "*"
        Action    = "s3:GetObject"
        Resource  = "*"
        Condition = { StringEquals = { "aws:PrincipalOrgID" = "o-1" } }
      }
    ]
  })
}

resource "azurerm_storage_container" "open" {
  name                  = "open"
  container_access_type = "blob" # expect: public-storage/blob-container
}

resource "azurerm_storage_container" "closed" {
  name                  = "closed"
  container_access_type = "private" # ok: public-storage/blob-container
}

resource "azurerm_storage_account" "open" {
  allow_nested_items_to_be_public = true # expect: public-storage/blob-account
}

resource "azurerm_storage_account" "closed" {
  allow_nested_items_to_be_public = false # ok: public-storage/blob-account
}

resource "google_storage_bucket_acl" "open" {
  predefined_acl = "publicRead" # expect: public-storage/object-acl
}

resource "google_storage_bucket_acl" "closed" {
  predefined_acl = "projectPrivate" # ok: public-storage/object-acl
}

resource "google_storage_bucket_iam_member" "open" {
  role   = "roles/storage.objectViewer"
  member = "allUsers" # expect: public-storage/bucket-member
}

resource "google_storage_bucket_iam_member" "closed" {
  role   = "roles/storage.objectViewer"
  member = "user:a@example.com" # ok: public-storage/bucket-member
}

resource "google_storage_bucket_iam_binding" "both" {
  members = [
    "allAuthenticatedUsers", # expect: public-storage/bucket-binding
    "user:a@example.com", # ok: public-storage/bucket-binding
  ]
}

resource "google_bigquery_dataset" "data" {
  access {
    role          = "READER"
    special_group = "allAuthenticatedUsers" # expect: public-storage/dataset-access
  }
  access {
    role          = "OWNER"
    special_group = "projectOwners" # ok: public-storage/dataset-access
  }
}

resource "aws_ami_launch_permission" "open" {
  group = "all" # expect: public-storage/shared-image
}

resource "aws_ami_launch_permission" "named" {
  account_id = "123456789012" # ok: public-storage/shared-image
}
