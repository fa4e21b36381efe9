import type { RowOf } from '@waypost/contract';
import { Panel, useWords } from '@waypost/host-sdk';
import type { sentMessage } from '../resource.ts';
import styles from './sent.module.css';

/** What was written, in each language that it was written in. */
export function Texts({ sent }: { sent: RowOf<typeof sentMessage> }) {
  const words = useWords();
  const { title, content, title_en_us, content_en_us, title_sw_ke, content_sw_ke } = sent;
  const texts = [
    { name: 'default', title, content },
    { name: 'en_us', title: title_en_us, content: content_en_us },
    { name: 'sw_ke', title: title_sw_ke, content: content_sw_ke },
  ];
  return (
    <div className={styles.stack}>
      {texts.map((text) =>
        text.title === undefined ? null : (
          <Panel key={text.name} title={text.title} text={words(`system.sent_message.section.${text.name}`)}>
            <p className={styles.content}>{text.content}</p>
          </Panel>
        ),
      )}
    </div>
  );
}
