module "first" {
  source    = "./volume"
  encrypted = true
  backup    = false
}

module "second" {
  source = "./volume"
  backup = true
}
