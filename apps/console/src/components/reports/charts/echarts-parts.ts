/** The parts of ECharts that lines and bars need; the map adds its own (world-map.ts). */
import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, LegendScrollComponent, TooltipComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

use([
  ...[LineChart, BarChart, GridComponent],
  ...[TooltipComponent, LegendScrollComponent, CanvasRenderer],
]);

export { init };
