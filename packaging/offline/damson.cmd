@echo off
"%~dp0node\node.exe" -- "%~dp0app\bin\damson.js" %*
