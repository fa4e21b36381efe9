import { Page as Frame, PriceControl, ResourceList, useFormat, useWords } from '@waypost/host-sdk';
import { Money } from '../../money/Money.tsx';
import styles from '../../plans/plans.module.css';
import { LIMIT_KINDS } from '../../plans/values.ts';
import { LimitsWithoutPlan } from './parts/LimitsWithoutPlan.tsx';
import { planResource } from './resource.ts';

const CONTROLS = { price: PriceControl };
const SECTIONS = [
  { fields: ['name', 'description', 'price', 'days'] },
  { name: 'limits', fields: [...LIMIT_KINDS] },
  { name: 'sale', fields: ['state', 'sort'] },
];
const TONES = { state: { on: 'good', off: 'neutral' } } as const;

/** Plans: what customers can buy, at what price, and what it bounds; above them what those without one may have. */
export function Page() {
  const words = useWords();
  return (
    <Frame title={words('menu.vip_combo')}>
      <LimitsWithoutPlan />
      <Plans />
    </Frame>
  );
}

function Plans() {
  const words = useWords();
  const format = useFormat();
  return (
    <ResourceList
      resource={planResource}
      title="wallet.plan.list"
      tones={TONES}
      filters={['state']}
      form={{ sections: SECTIONS, controls: CONTROLS }}
      columns={[
        {
          field: 'name',
          render: ({ name, description }) => (
            <span className={styles.named}>
              <span>{name}</span>
              {description === '' ? null : <span className={styles.about}>{description}</span>}
            </span>
          ),
        },
        { field: 'state', width: 120 },
        { field: 'price', width: 150, align: 'right', render: ({ price }) => <Money amount={price} /> },
        {
          field: 'days',
          width: 110,
          align: 'right',
          priority: 1,
          render: ({ days }) => words('wallet.days', { count: days, days: format.number(days) }),
        },
        {
          key: 'limits',
          title: words('wallet.plan.section.limits'),
          priority: 2,
          render: (plan) => (
            <span className={styles.wrapping}>
              {LIMIT_KINDS.filter((kind) => plan[kind] !== null)
                .map((kind) => words(`wallet.limit.${kind}`, { count: format.number(plan[kind] ?? 0) }))
                .join(' · ') || words('wallet.limit.none')}
            </span>
          ),
        },
        { field: 'sort', isHidden: true, align: 'right' },
        ...LIMIT_KINDS.map((field) => ({ field, isHidden: true }) as const),
        { field: 'description', isHidden: true },
      ]}
    />
  );
}
