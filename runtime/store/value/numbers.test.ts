import { describe, expect, test } from 'bun:test';
import {
  addNumbers,
  Decimal128,
  divideNumbers,
  int32,
  multiplyNumbers,
  type NumberValue,
  remainderNumbers,
  subtractNumbers,
  toDecimal,
  toDouble,
  toWholeNumber,
} from './index.ts';

const decimal = (text: string): Decimal128 => new Decimal128(text);
const text = (value: NumberValue): string => (value as Decimal128).toString();

describe('arithmetic', () => {
  test('kinds are promoted as in MongoDB', () => {
    expect(addNumbers(int32(1), int32(2))).toEqual(int32(3));
    expect(addNumbers(int32(2147483647), int32(1))).toBe(2147483648n);
    expect(addNumbers(int32(1), 2n)).toBe(3n);
    expect(addNumbers(2n ** 63n - 1n, 1n)).toBe(2 ** 63);
    expect(addNumbers(int32(1), 0.5)).toBe(1.5);
    expect(multiplyNumbers(int32(65536), int32(65536))).toBe(4294967296n);
    expect(subtractNumbers(int32(-2147483648), int32(1))).toBe(-2147483649n);
    expect(divideNumbers(int32(6), int32(3))).toBe(2);
    expect(remainderNumbers(int32(-7), int32(3))).toEqual(int32(-1));
    expect(remainderNumbers(7.5, int32(2))).toBe(1.5);
  });

  test('decimals are exact to 34 digits', () => {
    expect(text(addNumbers(decimal('0.1'), decimal('0.2')))).toBe('0.3');
    expect(text(addNumbers(decimal('9.99'), int32(1)))).toBe('10.99');
    expect(text(addNumbers(decimal('1'), 9007199254740993n))).toBe('9007199254740994');
    expect(text(divideNumbers(decimal('1'), decimal('3')))).toBe('0.3333333333333333333333333333333333');
    expect(text(divideNumbers(decimal('2'), decimal('3')))).toBe('0.6666666666666666666666666666666667');
    expect(text(divideNumbers(decimal('10'), decimal('4')))).toBe('2.5');
    expect(text(multiplyNumbers(decimal('1.10'), decimal('2')))).toBe('2.20');
    expect(text(remainderNumbers(decimal('10.5'), int32(3)))).toBe('1.5');
    expect(text(addNumbers(decimal('Infinity'), decimal('-Infinity')))).toBe('NaN');
    expect(text(addNumbers(decimal('9999999999999999999999999999999999'), decimal('0.5')))).toBe(
      '1.000000000000000000000000000000000E+34',
    );
    expect(text(multiplyNumbers(decimal('1E+6111'), decimal('1E+6111')))).toBe('Infinity');
    expect(text(multiplyNumbers(decimal('1E-6176'), decimal('0.1')))).toBe('0E-6176');
  });

  test('a double enters decimal arithmetic with 15 digits', () => {
    expect(text(toDecimal(5.5))).toBe('5.50000000000000');
    expect(text(addNumbers(decimal('1'), 0.1))).toBe('1.100000000000000');
    expect(text(toDecimal(-1234.5))).toBe('-1234.50000000000');
  });

  test('conversions keep what can be kept', () => {
    expect(toDouble(decimal('0.1'))).toBe(0.1);
    expect(toWholeNumber(decimal('5.00'))).toBe(5);
    expect(toWholeNumber(5.5)).toBeUndefined();
    expect(toWholeNumber(2n ** 60n)).toBeUndefined();
    expect(toWholeNumber('5')).toBeUndefined();
  });
});
