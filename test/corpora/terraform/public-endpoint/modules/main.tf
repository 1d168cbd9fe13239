locals {
  everywhere = true
}

# What is said here decides about the module's resources.
module "database" {
  source  = "./database"
  public  = false || local.everywhere
  private = false
}
