const path = require('path')

module.exports = {
  mode: 'production',
  entry: './main.ts',
  output: { path: path.resolve(__dirname, 'out'), filename: 'main.js' },
  resolve: { extensions: ['.ts', '.js'] },
  module: { rules: [{ test: /\.ts$/, loader: 'ts-loader', exclude: /node_modules/ }] },
}
