import { Tag, useFormat, useWords } from '@waypost/host-sdk';
import type { Step } from '../steps/values.ts';
import styles from './simulator.module.css';

type Turn = Extract<Step, { check: 'rotation' | 'pool' }>;

interface Taker {
  label: string;
  count: number;
  most: number | null;
  chance: number | null;
  isOpen: boolean;
}

/** Those among which a turn is taken, with the counts of now or their chances; nothing of any other step. */
export function TurnTable({ step }: { step: Step }) {
  return step.check === 'rotation' || step.check === 'pool' ? <Takers turn={step} /> : null;
}

function Takers({ turn }: { turn: Turn }) {
  const words = useWords();
  const format = useFormat();
  const takers = takersOf(turn, (number) => words('qr.simulator.item', { number: format.number(number) }));
  return (
    <ul className={styles.takers}>
      {takers.map(({ chance, count, isOpen, label, most }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two targets may be the same, and they never move
        <li key={at} className={at === turn.chosen ? styles.chosen : ''}>
          <span className={styles.taker} title={label}>
            {label}
          </span>
          <span className={styles.figure}>
            {words(most === null ? 'qr.simulator.count' : 'qr.simulator.count_of', {
              count: format.number(count),
              most: format.number(most ?? 0),
            })}
            {chance === null ? '' : ` · ${words('qr.simulator.chance', { chance: format.percent(chance) })}`}
            {isOpen ? '' : ` · ${words('qr.simulator.closed')}`}
          </span>
          {at === turn.chosen ? <Tag tone="info">{words('qr.simulator.turn')}</Tag> : null}
        </li>
      ))}
    </ul>
  );
}

function takersOf(turn: Turn, itemLabel: (number: number) => string): Taker[] {
  if (turn.check === 'pool')
    return turn.items.map(({ capacity, chance, count, is_open }, at) => ({
      label: itemLabel(at + 1),
      most: capacity,
      chance,
      count,
      isOpen: is_open,
    }));
  // Only a rotation in order goes by how many visits a target takes.
  return turn.targets.map(({ chance, count, label, threshold }) => ({
    label,
    chance,
    count,
    isOpen: true,
    most: turn.model === 1 ? threshold : null,
  }));
}
