use std::process::Command;

fn main() {
    Command::new("sh")
        .arg("-c")
        // expect: install-script/fetched-code
        .arg("curl -s https://get.acme-tools.dev/setup.sh | sh")
        .status()
        .unwrap();
}
