resource "aws_lambda_function_url" "open" {
  authorization_type = "NONE" # expect: excessive-permissions/function-url
}

resource "aws_lambda_function_url" "closed" {
  authorization_type = "AWS_IAM" # ok: excessive-permissions/function-url
}

resource "google_cloud_run_service_iam_member" "open" {
  member = "allUsers" # expect: excessive-permissions/service-caller
}

resource "google_cloud_run_service_iam_binding" "closed" {
  members = ["serviceAccount:caller@example.iam.gserviceaccount.com"] # ok: excessive-permissions/service-caller
}

resource "aws_cognito_identity_pool" "open" {
  allow_unauthenticated_identities = true # expect: excessive-permissions/guest-identities
}

resource "aws_cognito_identity_pool" "closed" {
  allow_unauthenticated_identities = false # ok: excessive-permissions/guest-identities
}

resource "aws_iam_role_policy_attachment" "administrator" {
  policy_arn = "arn:${data.aws_partition.current.partition}:iam::aws:policy/AdministratorAccess" # expect: excessive-permissions/administrator
}

resource "aws_iam_role_policy_attachment" "reader" {
  policy_arn = "arn:aws:iam::aws:policy/ReadOnlyAccess" # ok: excessive-permissions/administrator
}

resource "google_project_iam_member" "any_account" {
  role   = "roles/iam.serviceAccountTokenCreator" # expect: excessive-permissions/impersonation
  member = "serviceAccount:ci@example.iam.gserviceaccount.com"
}

resource "google_service_account_iam_member" "one_account" {
  role   = "roles/iam.serviceAccountTokenCreator" # ok: excessive-permissions/impersonation
  member = "serviceAccount:ci@example.iam.gserviceaccount.com"
}

resource "azurerm_role_definition" "all" {
  permissions {
    actions = ["*"] # expect: excessive-permissions/custom-role
  }
}

resource "azurerm_role_definition" "reader" {
  permissions {
    actions = ["*/read"] # ok: excessive-permissions/custom-role
  }
}

resource "azurerm_container_registry" "shared" {
  admin_enabled = true # expect: excessive-permissions/registry-admin
}

resource "azurerm_container_registry" "identities" {
  admin_enabled = false # ok: excessive-permissions/registry-admin
}

resource "azurerm_kubernetes_cluster" "dashboard" {
  private_cluster_enabled = true
  addon_profile {
    kube_dashboard {
      enabled = true # expect: excessive-permissions/dashboard
    }
  }
}

resource "azurerm_kubernetes_cluster" "plain" {
  private_cluster_enabled = true
  addon_profile {
    kube_dashboard {
      enabled = false # ok: excessive-permissions/dashboard
    }
  }
}

resource "google_sql_database_instance" "reaching" {
  settings {
    database_flags {
      name  = "local_infile"
      value = "on" # expect: excessive-permissions/database-flag
    }
  }
}

resource "google_sql_database_instance" "apart" {
  settings {
    database_flags {
      name  = "local_infile"
      value = "off" # ok: excessive-permissions/database-flag
    }
  }
}

resource "google_container_cluster" "certificate" {
  master_auth {
    client_certificate_config {
      issue_client_certificate = true # expect: excessive-permissions/client-certificate
    }
  }
  private_cluster_config {
    enable_private_endpoint = true
  }
}

resource "google_container_cluster" "accounts" {
  master_auth {
    client_certificate_config {
      issue_client_certificate = false # ok: excessive-permissions/client-certificate
    }
  }
  private_cluster_config {
    enable_private_endpoint = true
  }
}

resource "google_container_node_pool" "default_account" {
  node_config {
    oauth_scopes = ["https://www.googleapis.com/auth/cloud-platform"] # expect: excessive-permissions/default-account
  }
}

resource "aws_iam_policy" "escalating" {
  policy = jsonencode({
    Statement = [{
      Effect   = "Allow" # expect: excessive-permissions/privilege-escalation
      Action   = ["iam:Attach*", "s3:ListBucket"]
      Resource = "*"
    }]
  })
}

resource "aws_iam_policy" "passing" {
  policy = jsonencode({
    Statement = [
      {
        Effect   = "Allow"
        Action   = "lambda:CreateFunction"
        Resource = "*"
      },
      {
        Effect   = "Allow" # expect: excessive-permissions/privilege-escalation
        Action   = "iam:PassRole"
        Resource = "*"
      }
    ]
  })
}

resource "aws_iam_policy" "one_role" {
  policy = jsonencode({
    Statement = [{
      Effect   = "Allow" # ok: excessive-permissions/privilege-escalation
      Action   = ["iam:PassRole", "iam:PutRolePolicy"]
      Resource = "arn:aws:iam::123456789012:role/worker"
    }]
  })
}

resource "aws_iam_role" "any_workflow" {
  assume_role_policy = jsonencode({
    Statement = [{
      Effect    = "Allow" # expect: excessive-permissions/workflow-trust
      Action    = "sts:AssumeRoleWithWebIdentity"
      Principal = { Federated = "arn:aws:iam::123456789012:oidc-provider/token.actions.githubusercontent.com" }
      Condition = { StringEquals = { "token.actions.githubusercontent.com:aud" = "sts.amazonaws.com" } }
    }]
  })
}

resource "aws_iam_role" "any_owner" {
  assume_role_policy = jsonencode({
    Statement = [{
      Effect    = "Allow" # expect: excessive-permissions/workflow-trust
      Action    = "sts:AssumeRoleWithWebIdentity"
      Principal = { Federated = aws_iam_openid_connect_provider.github.arn }
      Condition = { StringLike = { "token.actions.githubusercontent.com:sub" = "repo:*:ref:refs/heads/main" } }
    }]
  })
}

resource "aws_iam_role" "one_repository" {
  assume_role_policy = jsonencode({
    Statement = [{
      Effect    = "Allow" # ok: excessive-permissions/workflow-trust
      Action    = "sts:AssumeRoleWithWebIdentity"
      Principal = { Federated = aws_iam_openid_connect_provider.github.arn }
      Condition = { StringLike = { "token.actions.githubusercontent.com:sub" = "repo:example/shop:*" } }
    }]
  })
}

resource "google_iam_workload_identity_pool_provider" "any" {
  oidc {
    issuer_uri = "https://token.actions.githubusercontent.com" # expect: excessive-permissions/identity-provider
  }
}

resource "google_iam_workload_identity_pool_provider" "one_owner" {
  attribute_condition = "assertion.repository_owner == 'example'"
  oidc {
    issuer_uri = "https://token.actions.githubusercontent.com" # ok: excessive-permissions/identity-provider
  }
}

resource "azurerm_kubernetes_cluster" "old_syntax" {
  private_cluster_enabled = true
  role_based_access_control {
    enabled = false # expect: excessive-permissions/without-roles
  }
}
