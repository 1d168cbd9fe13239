resource "azurerm_linux_web_app" "debugged" {
  https_only = true
  site_config {
    remote_debugging_enabled = true # expect: debug-enabled/remote-debugging
  }
}

resource "azurerm_linux_web_app" "plain" {
  https_only = true
  site_config {
    remote_debugging_enabled = false # ok: debug-enabled/remote-debugging
  }
}
