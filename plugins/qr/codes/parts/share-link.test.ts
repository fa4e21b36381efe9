import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { createShareAddress } from '../../screens/share_access/parts/share-address.ts';
import { makeSharePassword, shareLink } from './share-link.ts';

test('a password that is made passes the check of the form, whatever chance gives', () => {
  const seeds = fc.infiniteStream(fc.integer({ min: 0, max: 255 }));
  fc.assert(
    fc.property(seeds, (bytes) => {
      const next = () => bytes.next().value as number;
      const password = makeSharePassword((count) => Uint8Array.from({ length: count }, next));
      expect(password).toMatch(/^(?=.*[0-9])(?=.*[A-Za-z])[0-9A-Za-z]{14}$/);
    }),
  );
});

test('the shared page reads out of a link what was put into it', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (name, word) => {
      const [file_name, password] = [name.toWellFormed(), word.toWellFormed()];
      const link = shareLink('https://w.example', { file_name, password });
      expect(link).toStartWith('https://w.example/#/share_access?');
      const past = { state: null, replaceState: () => undefined };
      const address = createShareAddress({ hash: new URL(link).hash }, past);
      expect(address.read()).toEqual({ file_name, password });
    }),
  );
});
