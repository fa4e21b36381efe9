import { amountText, DEFAULT_CURRENCY } from '@waypost/contract';
import { StatFigure, StatGrid, useWords } from '@waypost/host-sdk';
import type { ShownSums } from '../values.ts';

interface SumFiguresProps {
  /** Undefined while they load. */
  sums: (ShownSums & { customers: number }) | undefined;
}

const FIGURES = ['kept', 'earned', 'returned', 'turnover', 'orders', 'customers'] as const;

/** What all rows of a list come to. */
export function SumFigures({ sums }: SumFiguresProps) {
  const words = useWords();
  return (
    <StatGrid hasAmounts>
      {FIGURES.map((name) => {
        const sum = sums?.[name];
        return (
          <StatFigure
            key={name}
            label={words(`wallet.sums.${name}`)}
            help={words(`wallet.sums.${name}.help`)}
            {...(typeof sum === 'string'
              ? { value: amountText(sum), unit: DEFAULT_CURRENCY }
              : { value: sum })}
          />
        );
      })}
    </StatGrid>
  );
}
