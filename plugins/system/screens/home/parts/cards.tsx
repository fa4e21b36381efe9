import type { ReactNode } from 'react';
import type { Home } from '../calls.ts';
import { CodesCard } from './CodesCard.tsx';
import { FiguresCard } from './FiguresCard.tsx';
import { HoursCard } from './HoursCard.tsx';
import styles from './home.module.css';
import { MessagesCard } from './MessagesCard.tsx';
import { QuickActions } from './QuickActions.tsx';

/** One card of a dashboard. */
export interface DashboardCard {
  key: string;
  /** `row`: the whole width; `main`: the wide column; `side`: the narrow one. */
  place: 'row' | 'main' | 'side';
  content: ReactNode;
}

/** The cards that every dashboard has. */
export function homeCards(home: Home | undefined): DashboardCard[] {
  return [
    { key: 'actions', place: 'row', content: <QuickActions actions={home?.actions} /> },
    { key: 'figures', place: 'row', content: <FiguresCard home={home} /> },
    { key: 'hours', place: 'main', content: <HoursCard home={home} /> },
    { key: 'messages', place: 'side', content: <MessagesCard messages={home?.messages} /> },
    ...(home && !home.codes
      ? []
      : [
          {
            key: 'codes',
            place: 'main',
            content: <CodesCard codes={home?.codes} />,
          } as const,
        ]),
  ];
}

/** Cards in their places: whole rows first, then a wide and a narrow column. */
export function CardGrid({ cards }: { cards: readonly DashboardCard[] }) {
  const at = (place: DashboardCard['place']) =>
    cards.filter((card) => card.place === place).map(({ key, content }) => <div key={key}>{content}</div>);
  return (
    <div className={styles.grid}>
      {at('row')}
      <div className={styles.columns}>
        <div className={styles.column}>{at('main')}</div>
        <div className={styles.column}>{at('side')}</div>
      </div>
    </div>
  );
}
