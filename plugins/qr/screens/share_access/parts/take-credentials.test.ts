import { expect, test } from 'bun:test';
import { takeCredentials } from './take-credentials.ts';

function open(hash: string) {
  const addresses: unknown[] = [];
  const given = takeCredentials(
    { hash },
    { state: { key: 'a' }, replaceState: (_state, _title, address) => void addresses.push(address) },
  );
  return { given, addresses };
}

test('a password does not stay in the address, where a look over the shoulder or the history finds it', () => {
  expect(open('#/share_access?name=spring%20menu&password=a%26b')).toEqual({
    given: { file_name: 'spring menu', password: 'a&b' },
    addresses: ['#/share_access?name=spring+menu'],
  });
});

test('without name or password there is nothing to ask for, and a lone password is taken out, too', () => {
  expect(open('#/share_access')).toEqual({ given: undefined, addresses: [] });
  expect(open('#/share_access?name=a')).toEqual({ given: undefined, addresses: [] });
  expect(open('#/share_access?password=a')).toEqual({ given: undefined, addresses: ['#/share_access?'] });
});
