import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { TronWeb as TronWebClass } from 'tronweb';
import { type AddressFault, addressOf, addressOfHex, isAddress, readAddress } from './tron-address.ts';
import { LAST_INDEX, readXpub } from './xpub.ts';

const { TronWeb } = require('tronweb') as { TronWeb: typeof TronWebClass };

const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
/** Of the words `test` eleven times and `junk`, which everybody knows: m/44'/195'/0' without its private half. */
const XPUB =
  'xpub6BuRy7ZmkGfP2RWhoor1kWB1w9DvrtmJbFBvnC1bQ4SB5NbCHTyQYCJSXZtxDbFyHTmC7wkU2he3nYYdpZ3Vf6qUAkXSnL6RPif4BDtDEKr';
/** Addresses that tronweb derives from the same words. */
const DERIVED: Readonly<Record<number, string>> = {
  0: 'TWer2Ygk5TEheHp3TPuYeqxmB6SsGZmaL6',
  1: 'TPjjvMwjPoDC32V2dGDYTkLH4E5LAtBZ6C',
  2: 'TB7mhtkvfhsRBRhe5FuRa4tFXSEyGDe4eA',
  7: 'TDmEWPYotmrXW4X49WMJTMostcezCiksPw',
  1000: 'TRg66w9cUD4xiH6DVpySEZt6i4FUKWSsc2',
  [LAST_INDEX]: 'TB4yP7zVx23RyZN9ddSGMM1mdQfAsG2d3r',
};

describe('addresses', () => {
  test('what is typed is refused with what is wrong with it', () => {
    expect(readAddress(` ${USDT} `)).toEqual({ address: USDT });
    const faults: Readonly<Record<string, AddressFault>> = {
      [`${USDT.slice(0, -1)}u`]: 'checksum',
      '41a614f803b6fd780986a42c78ec9c7f77e6ded13c': 'hex',
      '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c': 'hex',
      // Of Bitcoin: the same letters and the same kind of checksum.
      '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2': 'network',
      TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6: 'length',
      '': 'length',
      TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj0O: 'characters',
      ＴR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t: 'characters',
    };
    for (const [text, fault] of Object.entries(faults))
      expect([text, readAddress(text)]).toEqual([text, { fault }]);
  });

  test('any 20 bytes are an address that tronweb knows, and one changed letter is none', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 20, maxLength: 20 }),
        fc.nat(33),
        fc.constantFrom(...'123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'),
        (account, at, letter) => {
          const address = addressOf(account);
          const hex = Buffer.from(account).toString('hex');
          expect(address).toBe(TronWeb.address.fromHex(`41${hex}`));
          expect(addressOfHex(hex.padStart(64, '0'))).toBe(address);
          expect(isAddress(address)).toBe(true);
          const changed = address.slice(0, at) + letter + address.slice(at + 1);
          expect(isAddress(changed)).toBe(changed === address);
        },
      ),
    );
  });

  test('no text whatever is taken that tronweb refuses', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (text) => !isAddress(text) || TronWeb.isAddress(text)),
    );
  });
});

describe('addresses from an extended public key', () => {
  test('are those of the wallet that the key was taken from', () => {
    const account = readXpub(XPUB);
    if ('fault' in account) throw new Error(account.fault);
    for (const [index, address] of Object.entries(DERIVED))
      expect(account.address(Number(index))).toBe(address);
    for (const index of [-1, 1.5, LAST_INDEX + 1]) expect(() => account.address(index)).toThrow(RangeError);
  });

  test('a private key, a key of another place and a mistyped one are refused', () => {
    const private_ =
      'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi';
    const oneStepUp =
      'xpub6Ay6WWVYghetM6HYDuhDcXzEGhTBGSYvN8Z2N2iWdQydQe4Lqeo1YcJdnh2mRhkzJpNdEwuHVVzEsGJ1zzbEayeiH4xgXQaDQe9yf7D494D';
    expect(readXpub(private_)).toEqual({ fault: 'private' });
    expect(readXpub(oneStepUp)).toEqual({ fault: 'depth' });
    expect(readXpub(`${XPUB.slice(0, -1)}s`)).toEqual({ fault: 'checksum' });
    expect(readXpub('')).toEqual({ fault: 'checksum' });
  });
});
