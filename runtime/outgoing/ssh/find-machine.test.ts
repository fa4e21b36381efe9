import { expect, test } from 'bun:test';
import { findMachine, isMachineAddress } from './find-machine.ts';

// At 169.254.169.254 a cloud hands out keys of its machine; whatever spelling it has, nobody is led there.
test.each([
  '169.254.169.254',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '::ffff:0:a9fe:a9fe',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::a9fe:a9fe',
  '2002:a9fe:a9fe::1',
  '::a9fe:a9fe',
  'fe80::1',
  '0.0.0.0',
  '::',
  '224.0.0.1',
  '255.255.255.255',
  'ff02::1',
  'machine.example',
  '0x7f.1',
])('no machine is looked for at %s', (address) => {
  expect(isMachineAddress(address)).toBe(false);
});

test.each(['127.0.0.1', '10.0.0.7', '192.168.1.2', '100.64.0.1', '::1', 'fd00::7', '203.0.113.9', '2a00::1'])(
  'a machine of one’s own at %s is reached',
  (address) => {
    expect(isMachineAddress(address)).toBe(true);
  },
);

test('a name is looked up once, and one that leads nowhere has no address', async () => {
  expect(await findMachine('127.0.0.1')).toBe('127.0.0.1');
  expect(['127.0.0.1', '::1']).toContain((await findMachine('localhost')) ?? '');
  expect(await findMachine('no-such-machine.invalid')).toBeUndefined();
});
