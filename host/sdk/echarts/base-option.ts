import type { EChartsCoreOption } from 'echarts/core';
import type { ChartColours } from './chart-colours.ts';

/** What every chart has: fonts and colours of the theme, room for the axes only, a tooltip that stays in sight. */
export function baseOption(colours: ChartColours): EChartsCoreOption {
  return {
    textStyle: { fontFamily: colours.font, color: colours.faint, fontSize: 11 },
    grid: { left: 4, right: 8, top: 12, bottom: 0, containLabel: true },
    tooltip: {
      confine: true,
      transitionDuration: 0.1,
      backgroundColor: colours.surface,
      borderColor: colours.line,
      borderWidth: 1,
      padding: [8, 12],
      textStyle: { color: colours.text, fontSize: 12 },
      extraCssText: 'border-radius:8px;box-shadow:var(--wp-shadow);',
    },
  };
}

export function categoryAxis(
  labels: readonly string[],
  colours: ChartColours,
  isNamed?: ((index: number) => boolean) | undefined,
  hasPointsAtEnds = false,
): object {
  return {
    type: 'category',
    data: [...labels],
    axisTick: { show: false },
    axisLine: { lineStyle: { color: colours.axis } },
    boundaryGap: !hasPointsAtEnds,
    axisLabel: {
      color: colours.faint,
      hideOverlap: true,
      // In the middle below its point, half of the last one would lie outside of the picture.
      ...(hasPointsAtEnds
        ? { alignMinLabel: 'left', alignMaxLabel: 'right', showMinLabel: true, showMaxLabel: true }
        : {}),
      margin: 10,
      ...(isNamed === undefined ? {} : { interval: isNamed }),
    },
  };
}

export function valueAxis(colours: ChartColours, format: (value: number) => string): object {
  return {
    type: 'value',
    min: 0,
    minInterval: 1,
    splitNumber: 4,
    axisLabel: { color: colours.faint, formatter: format },
    splitLine: { lineStyle: { color: colours.line } },
  };
}
