module "moving" {
  source = "git::https://git.example.org/network.git" # expect: mutable-reference/module
}

module "fixed" {
  source = "git::https://git.example.org/network.git?ref=v1.2.0" # ok: mutable-reference/module
}

module "registry" {
  source  = "terraform-aws-modules/vpc/aws" # ok: mutable-reference/module
  version = "5.1.0"
}
