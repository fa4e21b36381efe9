import { expect, test } from 'bun:test';
import { hexToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { addressOf } from '../../chain/addresses/tron-address.ts';
import { buildRaw, bytesOf, message, type Part, rawParts } from '../testing/build-raw.ts';
import { NotRead } from './read-message.ts';
import { readTransaction } from './read-transaction.ts';

const { utils } = require('tronweb') as {
  utils: { transaction: { txJsonToPb(tx: unknown): { getRawData(): { serializeBinary(): Uint8Array } } } };
};

const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map(addressOf);
const transfer = fc.record({
  from: address,
  receiver: address,
  amount: fc.bigInt(1n, 2n ** 62n),
  expiration: fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 }),
  contract: fc.option(address, { nil: undefined }),
  feeLimit: fc.bigInt(1n, 10n ** 10n),
});
type Drawn = typeof transfer extends fc.Arbitrary<infer T> ? T : never;
const built = ({ contract, feeLimit, ...rest }: Drawn) =>
  contract === undefined ? rest : { ...rest, contract, feeLimit };
const expected = (drawn: Drawn) =>
  drawn.contract === undefined
    ? { kind: 'trx' as const, ...built(drawn) }
    : { kind: 'token' as const, ...built(drawn), contract: drawn.contract, feeLimit: drawn.feeLimit };

test('raw data says who pays whom what: read as it was written, as tronweb writes it', () => {
  const hexOf = (address: string) => Buffer.from(bytesOf(address)).toString('hex');
  fc.assert(
    fc.property(transfer, (drawn) => {
      const raw = hexToBytes(buildRaw(built(drawn)));
      expect(readTransaction(raw)).toEqual(expected(drawn) as never);
      const { from, receiver, amount, expiration, contract, feeLimit } = drawn;
      if (amount > Number.MAX_SAFE_INTEGER) return;
      const value =
        contract === undefined
          ? { owner_address: hexOf(from), to_address: hexOf(receiver), amount: Number(amount) }
          : {
              owner_address: hexOf(from),
              contract_address: hexOf(contract),
              data: `a9059cbb${hexOf(receiver).slice(2).padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`,
            };
      const type = contract === undefined ? 'TransferContract' : 'TriggerSmartContract';
      const json = {
        visible: false,
        txID: '',
        raw_data: {
          contract: [{ parameter: { value, type_url: `type.googleapis.com/protocol.${type}` }, type }],
          ref_block_bytes: '0102',
          ref_block_hash: '0707070707070707',
          expiration,
          timestamp: expiration - 60_000,
          ...(contract === undefined ? {} : { fee_limit: Number(feeLimit) }),
        },
      };
      const theirs = utils.transaction.txJsonToPb(json).getRawData().serializeBinary();
      expect(Buffer.from(theirs).toString('hex')).toBe(Buffer.from(raw).toString('hex'));
    }),
  );
});

test('any bytes at all are read or refused, and what is read has one reading', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      try {
        readTransaction(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(NotRead);
      }
    }),
  );
  // One byte changed, left out or put in: refused, or another transfer than before, never the same with other bytes.
  fc.assert(
    fc.property(transfer, fc.nat(), fc.integer({ min: 1, max: 255 }), (drawn, at, change) => {
      const raw = hexToBytes(buildRaw(built(drawn)));
      const changed = Uint8Array.from(raw);
      const index = at % raw.length;
      changed[index] = (changed[index] ?? 0) ^ change;
      for (const bytes of [changed, raw.slice(0, index), Uint8Array.from([...raw, change])])
        try {
          readTransaction(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(NotRead);
        }
    }),
  );
});

test('whatever a node would carry out beside the transfer is refused', () => {
  const parts = rawParts({
    from: addressOf(new Uint8Array(20).fill(1)),
    receiver: addressOf(new Uint8Array(20).fill(2)),
    amount: 5n,
    expiration: 1_800_000_000_000,
    contract: addressOf(new Uint8Array(20).fill(3)),
    feeLimit: 10n,
  });
  const refused = (given: readonly Part[]) => expect(() => readTransaction(message(given))).toThrow(NotRead);
  expect(readTransaction(message(parts)).amount).toBe(5n);
  const contract = parts.find(([field]) => field === 11)?.[1] as Uint8Array;
  // A second contract, a memo, auths, scripts, another permission, a field twice, one that nobody knows.
  refused([...parts, [11, contract]]);
  refused([...parts, [10, Uint8Array.of(1)]]);
  refused([...parts, [9, Uint8Array.of()]]);
  refused([...parts, [12, Uint8Array.of()]]);
  refused([...parts, [18, 10n]]);
  refused([...parts, [99, 1n]]);
  const withPermission = Uint8Array.from([...contract, ...message([[5, 2n]])]);
  refused(parts.map(([field, value]) => [field, field === 11 ? withPermission : value] as const));
  refused(parts.filter(([field]) => field !== 1));
});
