import type { ResultOf } from '@waypost/contract';
import { StatFigure, StatGrid, useWords } from '@waypost/host-sdk';
import { FIGURES, type visitSummaryTotalsCall } from '../calls.ts';

interface TotalsProps {
  totals: ResultOf<typeof visitSummaryTotalsCall> | undefined;
  error: unknown;
}

/** The sums of all rows; the list says itself why there are none. */
export function Totals({ totals, error }: TotalsProps) {
  const words = useWords();
  if (totals === undefined && error) return null;
  return (
    <StatGrid>
      {FIGURES.map((figure) => (
        <StatFigure
          key={figure}
          label={words(`qr.visit_summary.${figure}`)}
          value={totals?.[figure]}
          {...(HELPED.has(figure) ? { help: words(`qr.visit_summary.${figure}.total`) } : {})}
        />
      ))}
    </StatGrid>
  );
}

/** Figures whose sum needs a sentence. */
const HELPED: ReadonlySet<string> = new Set(['ip_view_number', 'new_visitor_number', 'expired_view_number']);
