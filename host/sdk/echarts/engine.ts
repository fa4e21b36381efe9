import { BarChart, HeatmapChart, LineChart } from 'echarts/charts';
import { GridComponent, TooltipComponent, VisualMapComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

/**
 * The parts of ECharts that our charts use: about a third of it. This file is reached by `import()` only, so that the
 * first chart on a page loads it; it is part of the SDK, which all plugins share, so that nothing loads it twice.
 */
use([BarChart, LineChart, HeatmapChart, GridComponent, TooltipComponent, VisualMapComponent, CanvasRenderer]);

export { init };
