import { Alert, Input, Radio } from '@arco-design/web-react';
import { IconDownload } from '@arco-design/web-react/icon';
import { Button, Drawer, downloadFile, useWords } from '@waypost/host-sdk';
import { useId, useState } from 'react';
import { drawSvg } from '../../draw-svg.ts';
import { CodePicture } from '../../parts/CodePicture.tsx';
import {
  isPlainWhole,
  PLAIN_FIELDS,
  PLAIN_KINDS,
  PLAIN_MAX_CONTENT,
  PLAIN_MAX_LENGTH,
  type PlainField,
  type PlainKind,
  type PlainValues,
  plainContent,
} from '../plain-content.ts';
import { drawPng } from './draw-png.ts';
import styles from './plain-picture.module.css';

/** Pixels of a downloaded picture. */
const SIDE = 1024;

/** Makes a picture of a number, an e-mail, a text message or a network. It passes nobody here, so that nothing is counted. */
export function PlainPicture() {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{words('qr.plain.title')}</Button>
      <Drawer title={words('qr.plain.title')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <PlainForm />
      </Drawer>
    </>
  );
}

function PlainForm() {
  const words = useWords();
  const [kind, setKind] = useState<PlainKind>('phone');
  const [values, setValues] = useState<PlainValues>({});
  const content = isPlainWhole(kind, values) ? plainContent(kind, values) : undefined;
  const svg = () => drawSvg(content ?? '', { size: SIDE });
  return (
    <div className={styles.form}>
      <Alert type="info" content={words('qr.plain.text')} />
      <Radio.Group
        type="button"
        aria-label={words('qr.plain.kind')}
        value={kind}
        options={PLAIN_KINDS.map((value) => ({ value, label: words(`qr.plain.kind.${value}`) }))}
        onChange={setKind}
      />
      {PLAIN_FIELDS[kind].map((field) => (
        <PlainInput
          key={`${kind} ${field}`}
          field={field}
          value={values[field] ?? ''}
          onChange={(value) => setValues({ ...values, [field]: value })}
        />
      ))}
      {content === undefined ? (
        <p>{words(`qr.plain.needed.${kind}`)}</p>
      ) : content.length > PLAIN_MAX_CONTENT ? (
        <p role="alert">{words('qr.plain.too_long')}</p>
      ) : (
        <>
          <CodePicture address={content} name={words(`qr.plain.kind.${kind}`)} size={240} />
          <div className={styles.buttons}>
            <Button
              icon={<IconDownload />}
              onClick={() => void drawPng(svg(), SIDE).then((png) => downloadFile(`${kind}.png`, png))}
            >
              {words('qr.code.action.download_png')}
            </Button>
            <Button
              icon={<IconDownload />}
              onClick={() => downloadFile(`${kind}.svg`, new Blob([svg()], { type: 'image/svg+xml' }))}
            >
              {words('qr.code.action.download_svg')}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

function PlainInput({
  field,
  value,
  onChange,
}: {
  field: PlainField;
  value: string;
  onChange: (value: string) => void;
}) {
  const words = useWords();
  const id = useId();
  const shared = { id, value, maxLength: PLAIN_MAX_LENGTH, autoComplete: 'off', onChange };
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{words(`qr.plain.field.${field}`)}</label>
      {field === 'text' ? (
        <Input.TextArea {...shared} autoSize={{ minRows: 2, maxRows: 6 }} />
      ) : (
        <Input {...shared} />
      )}
    </div>
  );
}
