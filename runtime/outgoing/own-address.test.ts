import { expect, test } from 'bun:test';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import { AppError } from '@waypost/contract';
import { internetThrough } from './internet-through.ts';
import { createOutgoing, type OutgoingSettings } from './outgoing.ts';

const facts = { netmask: '', mac: '', cidr: null } as const;
const four = (address: string): NetworkInterfaceInfo => ({
  ...facts,
  address,
  family: 'IPv4',
  internal: false,
});
const six = (address: string): NetworkInterfaceInfo => ({
  ...facts,
  address,
  family: 'IPv6',
  scopeid: 0,
  internal: false,
});
const codeOf = (settings: Partial<OutgoingSettings>, address: string) =>
  internetThrough(createOutgoing({ resolvers: [], testAddresses: [], ...settings }).internet())
    .fetch(address, { signal: AbortSignal.timeout(2_000) })
    .then(
      (answer) => `reached: ${answer.status}`,
      (error: unknown) => (error instanceof AppError ? error.code : String(error)),
    );

test('the public address of this machine is not reached through a plugin, whatever the port and the spelling', async () => {
  const interfaces = () => ({ eth0: [four('1.1.1.77'), six('2606:4700:4700::77%eth0')] });
  for (const address of [
    'https://1.1.1.77/',
    'http://1.1.1.77:6009/metrics',
    'http://16843085:8080/',
    'http://[2606:4700:4700::77]:9000/',
    'http://[2606:4700:4700:0:0:0:0:77]:9000/',
  ])
    expect([address, await codeOf({ interfaces }, address)]).toEqual([address, 'internet_address_refused']);
});

/** Addresses of this machine that are not loopback; none in a container without a network. */
const real = Object.values(networkInterfaces())
  .flat()
  .flatMap((one) => (one !== undefined && !one.internal && one.family === 'IPv4' ? [one.address] : []));

test.skipIf(real.length === 0)(
  'what listens on another interface of this machine hears nothing, even where its network counts as public',
  async () => {
    const [hostname = ''] = real;
    let hits = 0;
    const server = Bun.serve({
      hostname: '0.0.0.0',
      port: 0,
      fetch() {
        hits += 1;
        return new Response('inner');
      },
    });
    const settings = { testAddresses: [`${hostname}/32`] };
    expect(await codeOf(settings, `http://${hostname}:${server.port}/`)).toBe('internet_address_refused');
    expect(hits).toBe(0);
    // It is there: without its own addresses in the list it would have been reached.
    const unknown = { ...settings, interfaces: () => ({}) };
    expect(await codeOf(unknown, `http://${hostname}:${server.port}/`)).toBe('reached: 200');
    expect(await codeOf(settings, `http://0.0.0.0:${server.port}/`)).toBe('internet_address_refused');
    await server.stop(true);
  },
);
