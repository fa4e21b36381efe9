import { Alert } from '@arco-design/web-react';
import { joinSentences, useForm, useFormat, useWords } from '@waypost/host-sdk';
import { useMemo } from 'react';
import { drawDesignSvg } from '../../codes/design/draw-design-svg.ts';
import { codeSizeOf, MIN_MODULE_MM, moduleOf, readingDistance } from '../../codes/design/print-size.ts';
import { type Design, PLAIN_DESIGN } from '../../codes/design/values.ts';
import { labelLayout, linesOf } from '../label-layout.ts';
import { cornerOf, cutMarks, type Labels, labelsOf, PAPERS, pagesOf, zLabels } from '../values.ts';
import styles from './labels.module.css';

export interface PreviewCode {
  name: string;
  short_url: string;
  qr_url: string;
  design: Design | null;
  number: number;
}

interface LabelPreviewProps {
  count: number;
  codeAt: (at: number) => PreviewCode;
}

/** The first sheet as it will be printed, how many there are, and from how far away its codes are read. */
export function LabelPreview({ count, codeAt }: LabelPreviewProps) {
  const words = useWords();
  const format = useFormat();
  const { values } = useForm();
  const checked = zLabels.safeParse(values);
  if (!checked.success) return <div className={styles.preview}>{words('qr.label.preview.none')}</div>;
  const labels = checked.data;
  const { code } = labelLayout(labels.sheet, labels);
  const { qr_url, design } = codeAt(0);
  const size = codeSizeOf(qr_url, design);
  const module = moduleOf(size, code.side);
  const tenths = (value: number) => format.number(Math.round(value * 10) / 10);
  return (
    <div className={styles.preview}>
      <Page labels={labels} count={count} codeAt={codeAt} />
      <p className={styles.told} role="status">
        {joinSentences([
          words('qr.label.preview.pages', { count: pagesOf(labels, count) }),
          words('qr.label.preview.size', {
            side: tenths(code.side),
            distance: format.number(Math.floor(readingDistance(size, code.side) * 100)),
          }),
        ])}
      </p>
      {module < MIN_MODULE_MM ? (
        <Alert
          type="warning"
          content={words('qr.label.preview.small', {
            module: format.number(Math.round(module * 100) / 100),
            least: format.number(MIN_MODULE_MM),
          })}
        />
      ) : null}
    </div>
  );
}

function Page({ labels, count, codeAt }: LabelPreviewProps & { labels: Labels }) {
  const words = useWords();
  const { sheet, start, has_marks } = labels;
  const paper = PAPERS[sheet.paper];
  const places = Array.from({ length: labelsOf(sheet) }, (_, index) => index);
  return (
    <svg
      className={styles.page}
      viewBox={`0 0 ${paper.width} ${paper.height}`}
      role="img"
      aria-label={words('qr.label.preview')}
    >
      <title>{words('qr.label.preview')}</title>
      <rect width={paper.width} height={paper.height} fill="#fff" />
      {places.map((index) => {
        const { x, y } = cornerOf(sheet, index);
        const at = index - start + 1;
        return (
          <g key={index} transform={`translate(${x} ${y})`}>
            <rect
              className={at < 0 ? styles.used : styles.edge}
              width={sheet.width}
              height={sheet.height}
              rx={1.5}
            />
            {at >= 0 && at < count ? <Label labels={labels} code={codeAt(at)} /> : null}
          </g>
        );
      })}
      {has_marks
        ? cutMarks(sheet).map((line) => (
            <line key={`${line.x1} ${line.y1} ${line.x2} ${line.y2}`} className={styles.mark} {...line} />
          ))
        : null}
    </svg>
  );
}

function Label({ labels, code: { qr_url, design, ...told } }: { labels: Labels; code: PreviewCode }) {
  const { code, lines: places, isCentred, text } = labelLayout(labels.sheet, labels);
  const picture = useMemo(
    () => `data:image/svg+xml,${encodeURIComponent(drawDesignSvg(qr_url, design ?? PLAIN_DESIGN, 256))}`,
    [qr_url, design],
  );
  const lines = linesOf(labels, told);
  return (
    <>
      <image href={picture} x={code.x} y={code.y} width={code.side} height={code.side} />
      {places.map(({ x, y }, at) => (
        <text
          key={y}
          className={styles.line}
          x={x}
          y={y}
          fontSize={text.size}
          textAnchor={isCentred ? 'middle' : 'start'}
        >
          {cut(lines[at] ?? '', text)}
        </text>
      ))}
    </>
  );
}

/** Of a letter, in its height: Latin ones, and those of China. */
const WIDTHS = { narrow: 0.5, wide: 1 } as const;
const WIDE = /[\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef]/;

/** A line that is too long ends in an ellipsis, as on paper, as well as that can be told without its font. */
function cut(line: string, { size, width }: { size: number; width: number }): string {
  let room = width / size;
  const letters = [...line];
  const end = letters.findIndex((letter) => {
    room -= WIDE.test(letter) ? WIDTHS.wide : WIDTHS.narrow;
    return room < 0;
  });
  return end === -1 ? line : `${letters.slice(0, Math.max(0, end - 1)).join('')}…`;
}
