resource "github_repository_webhook" "unchecked" {
  configuration {
    insecure_ssl = true # expect: tls-verification-disabled/webhook
  }
}

resource "github_repository_webhook" "checked" {
  configuration {
    insecure_ssl = false # ok: tls-verification-disabled/webhook
  }
}
