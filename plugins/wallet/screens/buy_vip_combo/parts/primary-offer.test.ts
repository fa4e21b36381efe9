import { expect, test } from 'bun:test';
import { lacking, primaryOffer } from './primary-offer.ts';

const offer = (id: string, list_price: string, is_open = true) => ({ id, list_price, is_open });
const offers = [offer('large', '90000000'), offer('small', '9000000'), offer('middle', '20000000')];

test('the first plan that costs more than the present one stands out, else the first that can be bought', () => {
  expect(primaryOffer(offers, null)).toBe('large');
  expect(primaryOffer(offers, 'small')).toBe('large');
  expect(primaryOffer(offers.slice(1), 'small')).toBe('middle');
  expect(primaryOffer(offers, 'large')).toBe('large');
  // It is not sold any more: nobody can say what costs more.
  expect(primaryOffer(offers, 'gone')).toBe('large');
  expect(primaryOffer([offer('closed', '1', false), offer('small', '2')], null)).toBe('small');
  expect(primaryOffer([], null)).toBeUndefined();
});

test('a balance lacks what a price is above it, to the last digit, and never less than nothing', () => {
  expect(lacking('12000000', '0')).toBe(12_000_000n);
  expect(lacking('12000000', '11999999')).toBe(1n);
  expect(lacking('12000000', '12000000')).toBe(0n);
  expect(lacking('12000000', '13000000')).toBe(0n);
});
