/** Says on an element that scrolls sideways on which sides more is hidden, as `data-hidden="start end"` for its style. */
export function markHiddenEdges(element: HTMLElement): void {
  const { scrollLeft, scrollWidth, clientWidth } = element;
  const sides = [
    ...(scrollLeft > 0 ? ['start'] : []),
    // Widths are rounded: a pixel is nothing that anybody misses.
    ...(scrollLeft + clientWidth < scrollWidth - 1 ? ['end'] : []),
  ].join(' ');
  if (element.dataset.hidden !== sides) element.dataset.hidden = sides;
}
