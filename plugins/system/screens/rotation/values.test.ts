import { expect, test } from 'bun:test';
import { RotationJump } from '@waypost/contract';
import fc from 'fast-check';
import { customAction, leadsSomewhere } from './values.ts';

const { screen, newWindow, sameWindow, custom } = RotationJump;
const TYPES = [screen, newWindow, sameWindow, custom];

test.each([
  ['javascript:alert(1)'],
  ['JaVaScRiPt:alert(1)'],
  ['java\tscript:alert(1)'],
  [' javascript:alert(1)'],
  ['data:text/html,<script>'],
  ['blob:https://a.example/x'],
  ['vbscript:x'],
  ['file:///etc/passwd'],
  ['intent://x#Intent;end'],
  ['//evil.example'],
  ['/\\evil.example'],
  ['https://name:secret@a.example/'],
  ['https://a.example\\@evil.example'],
  ['../api/x'],
  ['#/admin_login'],
  ['text:javascript'],
  ['text:../../x'],
  ['copy:'],
  ['open:x'],
])('a rotation leads nobody to %p, however it is followed', (address) => {
  for (const type of TYPES) expect(leadsSomewhere(address, type)).toBe(false);
});

test('each way of following has its own kind of address', () => {
  const fits = (address: string) => TYPES.filter((type) => leadsSomewhere(address, type));
  expect(fits('qr_code_list?state=on')).toEqual([screen]);
  expect(fits('https://example.com/spring?a=1')).toEqual([newWindow, sameWindow]);
  expect(fits(`text:${'0a'.repeat(12)}`)).toEqual([custom]);
  expect(fits('copy:SPRING 26')).toEqual([custom]);
  expect(customAction('copy:50% off: today')).toEqual({ action: 'copy', about: '50% off: today' });
  expect(leadsSomewhere('qr_code_list', 5)).toBe(false);
});

test('no address that is followed in a window has another scheme than the web’s', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.string().map((text) => `https:${text}`),
      ),
      (address) => {
        if (!leadsSomewhere(address, newWindow)) return;
        expect(['http:', 'https:']).toContain(new URL(address).protocol);
      },
    ),
  );
});
