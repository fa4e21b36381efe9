import { expect, test } from 'bun:test';
import { machinesFor } from './machines-for.ts';

// Whoever takes over a screen must not get from there to other machines where nobody has wanted that.
test('while it is off in the server’s configuration no machine is reached, whoever asks', async () => {
  const machines = machinesFor({ hasMachines: false });
  const machine = { host: '127.0.0.1', port: 22 };
  const login = {
    ...machine,
    account: 'root',
    secret: { password: 'x' },
    key: { type: '', fingerprint: '' },
  };
  expect(machines.hasMachines()).toBe(false);
  expect(machines.knockAtMachine(machine)).rejects.toThrow('SSH_SERVERS');
  expect(machines.runOnMachine(login, ['id'], { limitMs: 1, limitBytes: 1 })).rejects.toThrow('SSH_SERVERS');
});
