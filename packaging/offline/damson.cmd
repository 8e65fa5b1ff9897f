@echo off
setlocal
set "DAMSON_COMMAND=%~dp0damson.cmd"
"%~dp0node\node.exe" -- "%~dp0app\bin\damson.js" %*
