import styles from './echarts.module.css';

export interface TooltipLine {
  name: string;
  value: string;
  colour?: string | undefined;
}

/** What a tooltip shows, as nodes: names come from visitors and must never be read as markup. */
export function tooltipNode(title: string, lines: readonly TooltipLine[]): HTMLElement {
  const node = document.createElement('div');
  node.className = styles.tip ?? '';
  const head = document.createElement('strong');
  head.textContent = title;
  node.append(head);
  for (const { name, value, colour } of lines) {
    const line = document.createElement('span');
    line.className = styles.tipLine ?? '';
    if (colour !== undefined) {
      const mark = document.createElement('i');
      mark.style.background = colour;
      line.append(mark);
    }
    const label = document.createElement('span');
    label.textContent = name;
    const figure = document.createElement('b');
    figure.textContent = value;
    line.append(label, figure);
    node.append(line);
  }
  return node;
}
