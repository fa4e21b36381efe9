import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { rdapAddress, rdapBase, readBootstrap } from './read-bootstrap.ts';
import { judgeRegistration, readRegistration } from './read-registration.ts';

const LIST = JSON.stringify({
  version: '1.0',
  publication: '2024-01-07T10:11:12Z',
  services: [
    [
      ['com', 'NET'],
      ['http://old.example/', 'https://registry.example/myrdap/'],
    ],
    [['co.uk'], ['https://uk.example/rdap']],
    [['ftp'], ['ftp://files.example/']],
  ],
});
const services = readBootstrap(LIST) ?? new Map<string, string>();

describe('who is asked', () => {
  test('is who answers for the longest suffix, by https where there is a choice', () => {
    expect(rdapBase(services, 'example.com')).toBe('https://registry.example/myrdap/');
    expect(rdapBase(services, 'example.net')).toBe('https://registry.example/myrdap/');
    expect(rdapBase(services, 'shop.co.uk')).toBe('https://uk.example/rdap');
    expect(rdapBase(services, 'example.ftp')).toBeUndefined();
    expect(rdapBase(services, 'example.org')).toBeUndefined();
    expect(rdapAddress('https://uk.example/rdap', 'shop.co.uk')).toBe(
      'https://uk.example/rdap/domain/shop.co.uk',
    );
    expect(rdapAddress('https://r.example//', 'a.com')).toBe('https://r.example/domain/a.com');
  });

  test('is nobody where the list is none', () => {
    for (const text of ['', '<html>', '[]', '{"services":[["com"]]}', '{"services":[[["com"],"x"]]}'])
      expect(readBootstrap(text)).toBeUndefined();
  });
});

const answer = (changes: object = {}) =>
  JSON.stringify({
    rdapConformance: ['rdap_level_0'],
    objectClassName: 'domain',
    ldhName: 'EXAMPLE.COM',
    events: [
      { eventAction: 'registration', eventDate: '1990-12-31T23:59:59Z' },
      { eventAction: 'last changed', eventDate: '1991-12-31T23:59:59Z', eventActor: 'joe@example.com' },
      { eventAction: 'expiration', eventDate: '2026-08-31T23:59:59Z' },
    ],
    status: ['client delete prohibited', 'active'],
    ...changes,
  });
const now = new Date('2026-01-15T12:00:00Z');
const judged = (text: string) => {
  const read = readRegistration(text, 'example.com');
  return read && judgeRegistration(read, now);
};

describe('what a registry says', () => {
  test('is read as RFC 9083 has it', () => {
    expect(readRegistration(answer(), 'example.com')).toEqual({
      until: new Date('2026-08-31T23:59:59Z'),
      status: ['client delete prohibited', 'active'],
    });
    expect(judged(answer())).toEqual({ finding: 'good', fault: '' });
  });

  test('is never guessed', () => {
    expect(judged(answer({ events: [] }))).toEqual({ finding: 'unknown', fault: 'rdap_no_date' });
    expect(judged(answer({ events: [{ eventAction: 'expiration', eventDate: 'soon' }] }))).toMatchObject({
      fault: 'rdap_no_date',
    });
    for (const text of [
      answer({ ldhName: 'other.com' }),
      answer({ objectClassName: 'entity' }),
      '<html>',
      'null',
    ])
      expect(readRegistration(text, 'example.com')).toBeUndefined();
  });

  test('tells of names that are over, and of those that a registry holds back', () => {
    const over = [{ eventAction: 'expiration', eventDate: '2026-01-15T11:59:59Z' }];
    expect(judged(answer({ events: over }))).toEqual({ finding: 'bad', fault: 'registration_over' });
    for (const status of ['redemption period', 'server hold', 'Pending Delete'])
      expect(judged(answer({ status: [status] }))).toEqual({ finding: 'bad', fault: 'registration_held' });
  });

  test('may be anything', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), fc.json(), (text, events) => {
        readBootstrap(text);
        for (const one of [text, answer({ events: JSON.parse(events), status: JSON.parse(events) })]) {
          const read = readRegistration(one, 'example.com');
          if (read?.until) expect(Number.isNaN(read.until.getTime())).toBe(false);
        }
      }),
    );
  });
});
