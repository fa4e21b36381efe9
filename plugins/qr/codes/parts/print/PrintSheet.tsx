import { PrintOut } from '@waypost/host-sdk';
import type { CodeRow } from '../../code-row.ts';
import { CodePicture } from '../CodePicture.tsx';
import styles from './print-sheet.module.css';

/** CSS pixels of a drawn picture. It is drawn in lines, so that paper gets it as sharp as it can. */
const SIDE = { one: 340, many: 190 } as const;

export interface PrintSheetProps {
  codes: readonly Pick<CodeRow, 'id' | 'name' | 'short_url' | 'qr_url' | 'design'>[];
  /** The browser's dialog is closed, whatever came of it. */
  onDone: () => void;
}

/** Prints the pictures of codes with their names and short links: one large, or three in a row. */
export function PrintSheet({ codes, onDone }: PrintSheetProps) {
  const count = codes.length === 1 ? 'one' : 'many';
  return (
    <PrintOut onDone={onDone}>
      <div className={styles.sheet} data-print={count}>
        {codes.map((code) => (
          <figure key={code.id} className={styles.code}>
            <CodePicture address={code.qr_url} size={SIDE[count]} design={code.design} isDecorative />
            <figcaption>
              <strong>{code.name}</strong>
              <span>{code.short_url.replace(/^https?:\/\//, '')}</span>
            </figcaption>
          </figure>
        ))}
      </div>
    </PrintOut>
  );
}
