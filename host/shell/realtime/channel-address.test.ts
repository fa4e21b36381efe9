import { expect, test } from 'bun:test';
import { channelAddress } from './channel-address.ts';

test('the channel is sealed by TLS wherever the page is', () => {
  expect(channelAddress({ protocol: 'https:', host: 'office.example' })).toBe(
    'wss://office.example/realtime',
  );
  expect(channelAddress({ protocol: 'http:', host: '127.0.0.1:6009' })).toBe('ws://127.0.0.1:6009/realtime');
});
