resource "google_container_node_pool" "exposed" {
  node_config {
    workload_metadata_config {
      mode = "GCE_METADATA" # expect: metadata-service/node-metadata
    }
  }
}

resource "google_container_node_pool" "hidden" {
  node_config {
    workload_metadata_config {
      mode = "GKE_METADATA" # ok: metadata-service/node-metadata
    }
  }
}
