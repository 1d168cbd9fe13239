resource "aws_ecs_task_definition" "privileged" {
  pid_mode = "host" # expect: container-privileges/task-namespace
  container_definitions = jsonencode([{
    name       = "app"
    privileged = true # expect: container-privileges/task
  }])
}

resource "aws_batch_job_definition" "privileged" {
  # expect: container-privileges/task
  container_properties = <<EOF
{ "image": "app:1.2", "privileged": true }
EOF
}

resource "aws_ecs_task_definition" "plain" {
  pid_mode = "task" # ok: container-privileges/task-namespace
  container_definitions = jsonencode([{
    name       = "app"
    privileged = false # ok: container-privileges/task
  }])
}
