import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { addressReason, publicOrigin, publicOriginFault } from './public-origin.ts';

describe('what somebody writes as the public address', () => {
  test.each([
    ['https://qr.example.com', undefined],
    ['https://QR.Example.com/', undefined],
    ['http://203.0.113.9:6009', undefined],
    ['https://[2001:db8::1]', undefined],
    ['https://二维码.example.com', undefined],
    ['http://server', undefined],
    ['qr.example.com', 'form'],
    ['', 'form'],
    ['https://', 'form'],
    ['https:/qr.example.com', 'form'],
    ['https://qr.example.com\\evil', 'form'],
    ['https://qr example.com', 'form'],
    ['ftp://qr.example.com', 'scheme'],
    ['javascript://qr.example.com', 'scheme'],
    ['https://somebody@qr.example.com', 'account'],
    ['https://qr.example.com/path', 'path'],
    ['https://qr.example.com?x=1', 'path'],
    ['https://qr.example.com/#x', 'path'],
    ['https://qr_code.example.com', 'host'],
    ['https://qr..example.com', 'host'],
    ['https://-qr.example.com', 'host'],
    ['https://256.1.1.1', 'host'],
    ['https://0.0.0.0', 'host'],
    ['https://qr.example.com.', 'host'],
    ['https://qr.example.com:99999', 'host'],
  ] as const)('%p: %p', (text, fault) => expect(publicOriginFault(text)).toBe(fault as never));

  test('an address that is taken has one spelling, and whatever is written is taken or told what is wrong', () => {
    expect(publicOrigin('https://QR.Example.com/')).toBe('https://qr.example.com');
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl()), (text) => {
        if (publicOriginFault(text) !== undefined) return;
        const origin = publicOrigin(text);
        expect(publicOriginFault(origin)).toBeUndefined();
        expect(publicOrigin(origin)).toBe(origin);
      }),
    );
  });
});

describe('whom an address serves', () => {
  test.each([
    ['https://qr.shop.com', undefined],
    ['https://qr.shop.com/abc?s=x', undefined],
    ['https://8.8.8.8', undefined],
    ['https://[2606:4700::1111]', undefined],
    ['https://172.32.0.1', undefined],
    ['https://100.128.0.1', undefined],
    ['http://qr.shop.com', 'plain_http'],
    ['http://8.8.8.8', 'plain_http'],
    ['http://127.0.0.1:6009', 'loopback'],
    ['https://127.8.8.8', 'loopback'],
    ['http://2130706433', 'loopback'],
    ['https://0x7f.1', 'loopback'],
    ['http://localhost:6009', 'loopback'],
    ['https://shop.localhost', 'loopback'],
    ['http://[::1]:6009', 'loopback'],
    ['http://[::ffff:127.0.0.1]', 'loopback'],
    ['https://10.1.2.3', 'private'],
    ['https://172.16.0.1', 'private'],
    ['https://172.31.255.255', 'private'],
    ['https://192.168.1.5', 'private'],
    ['https://100.64.0.1', 'private'],
    ['https://169.254.1.1', 'private'],
    ['https://[fd00::1]', 'private'],
    ['https://[fe80::1]', 'private'],
    ['https://[::ffff:10.0.0.1]', 'private'],
    ['https://server', 'private'],
    ['https://qr.local', 'private'],
    ['https://qr.local.', 'private'],
    ['https://qr.corp.internal', 'private'],
    ['https://qr.test', 'private'],
  ] as const)('%s: %p', (address, reason) => expect(addressReason(address)).toBe(reason as never));
});
