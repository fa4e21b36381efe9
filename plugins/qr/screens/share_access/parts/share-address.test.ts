import { expect, test } from 'bun:test';
import { createShareAddress } from './share-address.ts';

/** A browser's address bar. */
function open(hash: string) {
  const place = { hash };
  const past = {
    state: { key: 'a' },
    replaceState: (_state: unknown, _title: string, address?: string | URL | null) => {
      place.hash = String(address);
    },
  };
  return { place, address: createShareAddress(place, past) };
}

test('a password does not stay in the address, where a look over the shoulder or the history finds it', () => {
  const { place, address } = open('#/share_access?name=spring%20menu&password=a%26b');
  expect(address.read()).toEqual({ file_name: 'spring menu', password: 'a&b' });
  expect(place.hash).toBe('#/share_access?name=spring+menu');
});

test('a page that is rendered twice before it is shown still has the password', () => {
  const { address } = open('#/share_access?name=a&password=b');
  const first = address.read();
  expect(first).toEqual({ file_name: 'a', password: 'b' });
  expect(address.read()).toBe(first);
});

test('a second link that is opened in the same tab replaces the first, and the same link asks anew', () => {
  const { place, address } = open('#/share_access?name=a&password=b');
  const first = address.read();
  place.hash = '#/share_access?name=c&password=d';
  expect(address.read()).toEqual({ file_name: 'c', password: 'd' });
  place.hash = '#/share_access?name=a&password=b';
  expect(address.read()).toEqual(first);
  expect(address.read()).not.toBe(first);
});

test('the password of one share is forgotten when the address names another, or none', () => {
  for (const hash of ['#/share_access?name=c', '#/share_access', '#/access_log']) {
    const { place, address } = open('#/share_access?name=a&password=b');
    address.read();
    place.hash = hash;
    expect(address.read()).toBeUndefined();
  }
});

test('without name or password there is nothing to ask for, and a lone password is taken out, too', () => {
  expect(open('#/share_access').address.read()).toBeUndefined();
  expect(open('#/share_access?name=a').address.read()).toBeUndefined();
  const { place, address } = open('#/share_access?password=a');
  expect(address.read()).toBeUndefined();
  expect(place.hash).toBe('#/share_access?');
});

test('what is typed in the place of a link opens its share, and the address names it without the password', () => {
  const { place, address } = open('#/share_access');
  expect(address.name()).toBe('');
  address.take({ file_name: 'spring menu', password: 'a&b' });
  expect(place.hash).toBe('#/share_access?name=spring+menu');
  expect(address.name()).toBe('spring menu');
  expect(address.read()).toEqual({ file_name: 'spring menu', password: 'a&b' });
});

test('the same password that is typed again is tried again', () => {
  const { address } = open('#/share_access?name=a');
  address.take({ file_name: 'a', password: 'b' });
  const first = address.read();
  address.take({ file_name: 'a', password: 'b' });
  expect(address.read()).toEqual(first);
  expect(address.read()).not.toBe(first);
});
