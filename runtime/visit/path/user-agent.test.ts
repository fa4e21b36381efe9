import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { createAgentReader } from '../derive/device.ts';
import { userAgentOf } from './user-agent.ts';

const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';
const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

const readAgent = createAgentReader();
const asked = (agent: string, version: string, model = '""') =>
  userAgentOf(
    new Headers({
      'user-agent': agent,
      'sec-ch-ua-platform-version': version,
      'sec-ch-ua-model': model,
    }),
  );

describe('what browsers send beside their user agent', () => {
  test('names the phone and its system, and the system of a computer', () => {
    expect(readAgent(asked(ANDROID, '"14.0.0"', '"SM-G960F"'))).toMatchObject({
      device: 'Samsung Galaxy S9',
      isListed: true,
      system: 'Android 14',
      browser: 'Chrome 131',
    });
    expect(readAgent(asked(ANDROID, '"8.1.0"', '"moto g(30)"'))).toMatchObject({ system: 'Android 8.1' });
    expect(asked(ANDROID, '"8.1.0"', '"moto g(30)"')).toContain('(Linux; Android 8.1; moto g(30))');
    expect(readAgent(asked(WINDOWS, '"15.0.0"')).system).toBe('Windows 11');
    expect(readAgent(asked(WINDOWS, '"10.0.0"')).system).toBe('Windows 10');
    expect(readAgent(asked(MAC, '"14.5.0"')).system).toBe('Mac OS 14.5.0');
  });

  test('is passed over where it is missing, or says nothing that a browser says', () => {
    expect(userAgentOf(new Headers({ 'user-agent': ANDROID }))).toBe(ANDROID);
    expect(userAgentOf(new Headers())).toBe('');
    expect(asked(ANDROID, '"14.0.0"')).toBe(ANDROID.replace('Android 10', 'Android 14'));
    for (const version of ['', '14', '"x"', '"14.0.0; wv"', '"1.2.3.4.5"', '"99999"'])
      expect([version, asked(WINDOWS, version)]).toEqual([version, WINDOWS]);
    for (const model of ['K', '"a;b"', '"a"b"', `"${'x'.repeat(80)}"`, '"<b>"'])
      expect([model, asked(ANDROID, '"x"', model)]).toEqual([model, ANDROID]);
    expect(asked('curl/8.5.0', '"14.0.0"', '"SM-G960F"')).toBe('curl/8.5.0');
  });

  test('nothing that a stranger sends is longer than what browsers send, or lost', () => {
    const header = fc.string({ unit: fc.constantFrom(...'"ab1.;()\\ $&') });
    fc.assert(
      fc.property(header, header, (version, model) => {
        const agent = asked(ANDROID, version, model);
        expect(agent.length).toBeLessThan(ANDROID.length + 64);
        expect(agent.startsWith('Mozilla/5.0 (Linux; Android ')).toBe(true);
        expect(agent.endsWith('Mobile Safari/537.36')).toBe(true);
      }),
    );
  });
});
