resource "aws_s3_access_point" "open" {
  public_access_block_configuration {
    block_public_policy = false # expect: public-storage/access-point
  }
}

resource "aws_s3_access_point" "closed" {
  public_access_block_configuration {
    block_public_policy = true # ok: public-storage/access-point
  }
}

# expect: public-storage/block-public-policy, public-storage/ignore-public-acls, public-storage/restrict-public-buckets
resource "aws_s3_bucket_public_access_block" "partial" {
  block_public_acls = true
}

resource "aws_db_snapshot" "shared" {
  shared_accounts = ["all"] # expect: public-storage/shared-image
}

resource "aws_db_snapshot" "partner" {
  shared_accounts = ["123456789012"] # ok: public-storage/shared-image
}

resource "azurerm_container_registry" "open" {
  anonymous_pull_enabled = true # expect: public-storage/anonymous-pull
  admin_enabled          = false
}

resource "azurerm_container_registry" "closed" {
  anonymous_pull_enabled = false # ok: public-storage/anonymous-pull
}

data "google_iam_policy" "open" {
  binding {
    role    = "roles/viewer"
    members = ["allUsers"] # expect: public-storage/policy-data
  }
}

data "google_iam_policy" "named" {
  binding {
    role    = "roles/viewer"
    members = ["group:readers@example.com"] # ok: public-storage/policy-data
  }
}

resource "google_secret_manager_secret_iam_member" "open" {
  member = "allAuthenticatedUsers" # expect: public-storage/bucket-member
}

resource "google_project_iam_binding" "open" {
  role    = "roles/viewer"
  members = ["allUsers"] # expect: public-storage/bucket-binding
}

resource "oci_objectstorage_bucket" "open" {
  access_type = "ObjectRead" # expect: public-storage/bucket-acl
}

resource "oci_objectstorage_bucket" "closed" {
  access_type = "NoPublicAccess" # ok: public-storage/bucket-acl
}
