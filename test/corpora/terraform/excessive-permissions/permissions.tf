resource "aws_iam_policy" "all" {
  # expect: excessive-permissions/all-actions
  policy = <<-EOF
    {
      "Statement": { "Effect": "Allow", "Action": ["*"], "Resource": "*" }
    }
  EOF
}

data "aws_iam_policy_document" "document" {
  statement {
    actions   = ["*"] # expect: excessive-permissions/all-actions
    resources = ["*"]
  }
  statement {
    actions   = ["s3:*"] # expect: excessive-permissions/service-actions
    resources = ["*"]
  }
  statement {
    actions   = ["s3:*"] # ok: excessive-permissions/service-actions
    resources = ["arn:aws:s3:::data/*"]
  }
  statement {
    actions   = ["s3:GetObject"] # ok: excessive-permissions/all-actions
    resources = ["*"]
  }
}

resource "aws_iam_role" "open" {
  assume_role_policy = jsonencode({
    Statement = [
      {
        Effect    = "Allow" # expect: excessive-permissions/role-trust
        Action    = "sts:AssumeRole"
        Principal = { AWS = "*" }
      },
      {
        Effect    = "Allow" # ok: excessive-permissions/role-trust
        Action    = "sts:AssumeRole"
        Principal = { Service = "ec2.amazonaws.com" }
      }
    ]
  })
}

# expect: public-endpoint/cluster
resource "google_container_cluster" "old" {
  enable_legacy_abac = true # expect: excessive-permissions/legacy-authorization
}

# expect: public-endpoint/cluster
resource "google_container_cluster" "new" {
  enable_legacy_abac = false # ok: excessive-permissions/legacy-authorization
}

# expect: public-endpoint/cluster
resource "azurerm_kubernetes_cluster" "old" {
  role_based_access_control_enabled = false # expect: excessive-permissions/without-roles
}

# expect: public-endpoint/cluster
resource "azurerm_kubernetes_cluster" "new" {
  role_based_access_control_enabled = true # ok: excessive-permissions/without-roles
}

resource "google_project_iam_member" "wide" {
  role = "roles/editor" # expect: excessive-permissions/basic-role
}

resource "google_project_iam_member" "narrow" {
  role = "roles/storage.objectViewer" # ok: excessive-permissions/basic-role
}

resource "aws_lambda_permission" "all" {
  principal = "*" # expect: excessive-permissions/function-caller
}

resource "aws_lambda_permission" "one" {
  # ok: excessive-permissions/function-caller
  # expect: excessive-permissions/function-service
  principal = "events.amazonaws.com"
}

resource "aws_lambda_permission" "one_source" {
  principal  = "events.amazonaws.com" # ok: excessive-permissions/function-service
  source_arn = aws_cloudwatch_event_rule.nightly.arn
}

resource "azurerm_role_assignment" "wide" {
  scope                = data.azurerm_subscription.primary.id
  role_definition_name = "Owner" # expect: excessive-permissions/subscription-owner
}

resource "azurerm_role_assignment" "narrow" {
  scope                = azurerm_resource_group.web.id
  role_definition_name = "Owner" # ok: excessive-permissions/subscription-owner
}

resource "google_compute_instance" "wide" {
  service_account {
    scopes = ["cloud-platform"] # expect: excessive-permissions/default-account
  }
}

resource "google_compute_instance" "own" {
  service_account {
    email  = google_service_account.web.email
    scopes = ["cloud-platform"] # ok: excessive-permissions/default-account
  }
}
