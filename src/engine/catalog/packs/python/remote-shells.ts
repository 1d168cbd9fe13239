import { definePack } from '../../pack.ts';
import { argument, makes, members, sinks } from './rows.ts';

const sent = 'send_command send_command_expect send_command_timing send_multiline send_multiline_timing';
const platforms = 'IOSXE IOSXR NXOS EOS Junos';
const scrapliDrivers = [
  ...members('scrapli', 'Scrapli AsyncScrapli'),
  ...members('scrapli.driver', 'GenericDriver AsyncGenericDriver NetworkDriver AsyncNetworkDriver'),
  ...platforms
    .split(' ')
    .flatMap((platform) => members('scrapli.driver.core', `${platform}Driver Async${platform}Driver`)),
];

/** Commands that the shell of another machine, or of a switch, reads. */
export const remoteShells = definePack({
  id: 'python/remote-shells',
  languages: ['python'],
  title: 'Shells of other machines',
  provenance:
    'AsyncSSH, Netmiko, Scrapli, Pexpect, Twisted Conch, ssh2-python, parallel-ssh and paramiko documentation',
  rows: [
    ...makes('asyncssh.SSHClientConnection', [
      ...members('asyncssh', 'connect connect_reverse SSHClientConnection'),
    ]),
    ...sinks(
      'command-injection',
      argument(0, 'command'),
      members('asyncssh.SSHClientConnection', 'run create_process open_session'),
    ),
    ...sinks(
      'command-injection',
      argument(1, 'command'),
      members('asyncssh.SSHClientConnection', 'create_session'),
    ),

    ...makes(
      'netmiko.BaseConnection',
      members('netmiko', 'ConnectHandler ConnLogOnly ConnUnify BaseConnection'),
    ),
    ...sinks(
      'command-injection',
      'Argument[0]|Argument[command_string]|Argument[commands]|Argument[0].*|Argument[commands].*',
      members('netmiko.BaseConnection', sent),
    ),
    ...sinks(
      'command-injection',
      'Argument[0]|Argument[config_commands]|Argument[0].*|Argument[config_commands].*',
      members('netmiko.BaseConnection', 'send_config_set'),
    ),

    ...makes('scrapli.Driver', scrapliDrivers),
    ...sinks(
      'command-injection',
      'Argument[0]|Argument[command]|Argument[commands]|Argument[0].*|Argument[commands].*',
      members('scrapli.Driver', 'send_command send_commands send_and_read'),
    ),
    ...sinks(
      'command-injection',
      'Argument[0]|Argument[config]|Argument[configs]|Argument[0].*|Argument[configs].*',
      members('scrapli.Driver', 'send_config send_configs'),
    ),

    ...makes('pexpect.pxssh.pxssh', ['pexpect.pxssh.pxssh']),
    ...sinks('command-injection', argument(0, 's'), members('pexpect.pxssh.pxssh', 'send sendline')),

    ...sinks(
      'command-injection',
      argument(1, 'command'),
      members('twisted.conch.endpoints.SSHCommandClientEndpoint', 'newConnection existingConnection'),
    ),

    ...makes('ssh2.session.Session', ['ssh2.session.Session']),
    ...makes('ssh2.channel.Channel', ['ssh2.session.Session.open_session']),
    ...sinks('command-injection', argument(0, 'command'), ['ssh2.channel.Channel.execute']),

    ...makes('pssh.clients.SSHClient', [
      ...members('pssh.clients', 'SSHClient ParallelSSHClient'),
      ...members('pssh.clients.native', 'SSHClient ParallelSSHClient'),
      ...members('pssh.clients.ssh', 'SSHClient ParallelSSHClient'),
    ]),
    ...sinks(
      'command-injection',
      argument(0, 'command'),
      members('pssh.clients.SSHClient', 'run_command execute'),
    ),

    ...makes('paramiko.Transport', ['paramiko.Transport', 'paramiko.SSHClient.get_transport']),
    ...makes('paramiko.Channel', [
      'paramiko.SSHClient.invoke_shell',
      ...members('paramiko.Transport', 'open_session open_channel'),
    ]),
    ...makes('fabric.Connection', members('fabric', 'SerialGroup ThreadingGroup')),
  ],
});
