import { Absent, Panel, RelativeTime, TableOrCards, Tag, useFormat, useWords } from '@waypost/host-sdk';
import styles from '../../../parts/shield.module.css';
import type { PushRow } from '../row.ts';
import { answerText } from './answer-text.ts';
import { DELIVERY_TONES } from './tones.ts';

type Delivery = PushRow['deliveries'][number];

/** Who was told of a block and of its end, the last first. */
export function Notices({ row: { deliveries } }: { row: PushRow }) {
  const words = useWords();
  const format = useFormat();
  const title = words('wechat-shield.push.deliveries');
  const key = 'wechat-shield.push.delivery';
  const columns = [
    {
      key: 'channel',
      title: words(`${key}.channel`),
      render: ({ channel }: Delivery) => words(`wechat-shield.push.channel.${channel}`),
    },
    {
      key: 'kind',
      title: words(`${key}.kind`),
      width: 180,
      render: ({ kind }: Delivery) => words(`wechat-shield.push.kind.${kind}`),
    },
    {
      key: 'state',
      title: words(`${key}.state`),
      width: 130,
      render: ({ state }: Delivery) => (
        <Tag tone={DELIVERY_TONES[state]}>{words(`${key}.state.${state}`)}</Tag>
      ),
    },
    {
      key: 'answer',
      title: words(`${key}.answer`),
      width: 200,
      priority: 2,
      render: ({ answer }: Delivery) => (answer === '' ? <Absent /> : answerText(answer, words)),
    },
    {
      key: 'tries',
      title: words(`${key}.tries`),
      width: 110,
      priority: 3,
      isRight: true,
      render: ({ tries }: Delivery) => format.number(tries),
    },
    {
      key: 'time',
      title: words(`${key}.time`),
      width: 160,
      priority: 1,
      render: ({ time }: Delivery) => <RelativeTime value={time} />,
    },
  ];
  const rows = [...deliveries].reverse();
  const table = { label: title, columns, rows, rowKey: ({ key: id }: Delivery) => id };
  return (
    <Panel title={title} text={words('wechat-shield.push.channel.hint')}>
      {rows.length === 0 ? (
        <p className={styles.text}>{words('wechat-shield.push.delivery.empty')}</p>
      ) : (
        <TableOrCards {...table} />
      )}
    </Panel>
  );
}
