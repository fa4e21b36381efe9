import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { isGuessableKey, parseEnvironment, StartError } from './environment.ts';
import { nameServerText } from './name-server.ts';

function faultsOf(record: Record<string, string>): string {
  try {
    parseEnvironment(record);
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
  return '';
}

describe('environment', () => {
  test('nothing set gives the defaults of the contract', () => {
    expect(parseEnvironment({ DATA_DIR: '/tmp/x', PORT: '' })).toMatchObject({
      host: '127.0.0.1',
      port: 6009,
      dataDirectory: '/tmp/x',
      mongodbUri: undefined,
      roles: new Set(['visit', 'api', 'jobs']),
      timeZone: undefined,
      visitDurability: 'strict',
      logLevel: 'info',
      isProduction: false,
    });
  });

  test('lists and origins are normalised', () => {
    const environment = parseEnvironment({
      ROLES: ' visit , jobs',
      ADMIN_HOSTS: 'Admin.Example.com, 10.0.0.1',
      PUBLIC_URL: 'https://Go.Example.com/',
      TRUSTED_PROXIES: '10.0.0.0/8,::1',
      DNS_RESOLVERS: '9.9.9.9, 127.0.0.1:5353,2620:fe::fe,[2620:fe::fe]:5353',
    });
    expect([...environment.roles]).toEqual(['visit', 'jobs']);
    expect(environment.adminHosts).toEqual(['admin.example.com', '10.0.0.1']);
    expect(environment.publicUrl).toBe('https://go.example.com');
    expect(environment.trustedProxies).toEqual(['10.0.0.0/8', '::1']);
    expect(environment.dnsResolvers.map(nameServerText)).toEqual([
      '9.9.9.9:53',
      '127.0.0.1:5353',
      '[2620:fe::fe]:53',
      '[2620:fe::fe]:5353',
    ]);
  });

  test.each([
    ['HOST', 'a b'],
    ['PORT', '70000'],
    ['MONGODB_URI', 'postgres://x'],
    ['ROLES', 'api,cook'],
    ['ROLES', ','],
    ['ADMIN_HOSTS', 'https://x'],
    ['PUBLIC_URL', 'https://x/path'],
    ['PUBLIC_URL', 'ftp://x'],
    ['TIME_ZONE', 'Nowhere'],
    ['ADMIN_ACCOUNT', 'abcd'],
    ['ADMIN_PASSWORD', 'letters'],
    ['SECRET_KEY', 'short'],
    ['TRUSTED_PROXIES', '1.2.3.4/33'],
    ['INTERNAL_TOKEN', 'k7Qx2mZ0t5Wv8yB1c4Fg6Hj9L3nP_r-'],
    ['INTERNAL_TOKEN', 'k7Qx2mZ0t5Wv8yB1c4Fg6Hj9L3nP_r&domain=x'],
    ['VISIT_DURABILITY', 'maybe'],
    ['PLUGIN_TRUSTED_KEYS', 'x'],
    ['DNS_RESOLVERS', 'dns.example.com'],
    ['DNS_RESOLVERS', '9.9.9.9:99999'],
    ['OUTGOING_HOSTS', 'api.telegram.org'],
    ['OUTGOING_HOSTS', 'localhost=http://127.0.0.1:8081'],
    ['OUTGOING_HOSTS', 'api.telegram.org=http://127.0.0.1:8081/bot'],
    ['OUTGOING_INNER_ADDRESSES', '10.0.0.0/33'],
    ['OUTGOING_TEST_ADDRESSES', '127.0.0.1/33'],
    ['OUTGOING_TEST_DNS_PORT', '70000'],
    ['OUTGOING_TEST_WEB_PORTS', '8080'],
    ['WAYPOST_MONITOR', 'no'],
    ['WAYPOST_FOLDING', 'false'],
    ['OUTGOING_TEST_WEB_PORTS', '8080,70000'],
    ['LOG_LEVEL', 'loud'],
  ])('%s=%s is refused by its name', (name, value) => {
    expect(faultsOf({ [name]: value })).toStartWith(`${name}: expected `);
  });

  test('every bad variable is named at once, and secrets are not repeated', () => {
    const faults = faultsOf({
      PORT: 'x',
      SECRET_KEY: 'topsecret',
      ADMIN_PASSWORD: 'hush',
      MONGODB_URI: 'u:pw@h',
      INTERNAL_TOKEN: 'whispered',
    });
    expect(faults.split('\n')).toHaveLength(5);
    for (const secret of ['topsecret', 'hush', 'pw', 'whispered']) expect(faults).not.toContain(secret);
  });

  test('a password equal to the account is refused', () => {
    expect(faultsOf({ ADMIN_ACCOUNT: 'admin1', ADMIN_PASSWORD: 'admin1' })).toContain(
      'differs from the account',
    );
  });
});

describe('keys that can be guessed', () => {
  test('readable text and repeated bytes are; random ones never', () => {
    expect(isGuessableKey(new Uint8Array(32))).toBe(true);
    expect(isGuessableKey(new TextEncoder().encode('0123456789abcdef0123456789ABCDEF'))).toBe(true);
    for (let index = 0; index < 200; index += 1)
      expect(isGuessableKey(crypto.getRandomValues(new Uint8Array(32)))).toBe(false);
  });

  test('whatever stands in a variable, the answer is an environment or a StartError', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom('HOST', 'PORT', 'ROLES', 'TRUSTED_PROXIES', 'PUBLIC_URL', 'SECRET_KEY'),
          fc.string(),
        ),
        (record) => {
          faultsOf(record);
        },
      ),
    );
  });
});
