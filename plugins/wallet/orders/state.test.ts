import { expect, test } from 'bun:test';
import { OrderStatus } from '@waypost/contract';
import fc from 'fast-check';
import { canStep, ORDER_STEPS, type OrderEvent, stateAfter, statusOf } from './state.ts';
import { SETTLEMENTS, type Settlement } from './values.ts';

const EVENTS = fc.constantFrom(...Object.keys(ORDER_STEPS).filter(isEvent));

/** What is booked along the way, and the states that the order went through. */
function run(events: readonly OrderEvent[], isTopUp: boolean) {
  const states: Settlement[] = ['waiting'];
  const booked: string[] = [];
  for (const event of events) {
    const settlement = states.at(-1) ?? 'waiting';
    if (isTopUp !== event.startsWith('top_up') && event.includes('_') && isMoney(event)) continue;
    if (isTopUp && ['pay', 'pay_by_chain', 'refund', 'refuse'].includes(event)) continue;
    if (!canStep(event, { settlement })) continue;
    states.push(stateAfter(event).settlement);
    const { books } = ORDER_STEPS[event];
    if (books !== null) booked.push(books);
  }
  return { states, booked };
}

test('whatever happens to an order, its price is booked once, and only what was booked is given back', () => {
  fc.assert(
    fc.property(fc.array(EVENTS, { maxLength: 30 }), (events) => {
      const { states, booked } = run(events, false);
      expect([[], ['sale'], ['sale', 'refund']]).toContainEqual(booked);
      const last = states.at(-1) ?? 'waiting';
      expect(booked.includes('sale')).toBe(statusOf(last) === OrderStatus.paid);
      expect(booked.includes('refund')).toBe(last === 'refunded');
    }),
  );
});

test('an order that was paid stays paid, and one that was refunded or whose purchase was cancelled stays so', () => {
  fc.assert(
    fc.property(fc.array(EVENTS, { maxLength: 30 }), (events) => {
      const { states } = run(events, false);
      for (const [at, state] of states.slice(0, -1).entries()) {
        if (statusOf(state) === OrderStatus.paid)
          expect(statusOf(states[at + 1] ?? 'waiting')).toBe(OrderStatus.paid);
        expect(['refunded', 'cancelled']).not.toContain(state);
      }
    }),
  );
});

test('money for the balance books no sale, and is paid for good once it has come, even after a cancellation', () => {
  fc.assert(
    fc.property(fc.array(EVENTS, { maxLength: 30 }), (events) => {
      const { states, booked } = run(events, true);
      expect(booked).toEqual([]);
      const paid = states.findIndex((state) => statusOf(state) === OrderStatus.paid);
      if (paid >= 0) for (const state of states.slice(paid)) expect(statusOf(state)).toBe(OrderStatus.paid);
    }),
  );
  expect(canStep('top_up_settled', { settlement: 'cancelled' })).toBe(true);
});

test('no event starts from an order that was refunded, and every state can be reached', () => {
  for (const { from } of Object.values(ORDER_STEPS))
    expect<readonly string[]>(from).not.toContain('refunded');
  const reached = new Set<string>(['waiting', ...Object.values(ORDER_STEPS).map(({ to }) => to)]);
  expect([...reached].sort()).toEqual([...SETTLEMENTS].sort());
});

test('a payment that the chain tells of after our clock has ended the order still buys; one from the balance does not', () => {
  expect(canStep('pay_by_chain', { settlement: 'expired' })).toBe(true);
  expect(canStep('pay', { settlement: 'expired' })).toBe(false);
});

function isEvent(name: string): name is OrderEvent {
  return name in ORDER_STEPS;
}

const isMoney = (event: OrderEvent): boolean => /_(settled|over|late)$/.test(event);
