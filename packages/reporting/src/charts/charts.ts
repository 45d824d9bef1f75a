/** Charts of reports for the console and for mails: options of ECharts, tables, pictures. */
export * from './bar-model.ts';
export * from './bar-option.ts';
export * from './bucket-marks.ts';
export * from './chart-colours.ts';
export * from './chart-words.ts';
export * from './draw-picture.ts';
export * from './figure-table.ts';
export * from './figures.ts';
export * from './is-empty.ts';
export * from './line-model.ts';
export * from './line-option.ts';
export * from './map-model.ts';
export * from './map-option.ts';
export * from './mark-series.ts';
export * from './report-sentences.ts';
